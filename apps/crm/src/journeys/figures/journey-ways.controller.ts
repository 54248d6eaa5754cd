import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { knownBy, Operation } from '#libs/core/http';
import type { ContactRecord } from '../../contacts/contact-record.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { JourneysService } from '../definition/journeys.service.js';
import { JourneyClock } from '../engine/journey-clock.js';
import { JourneySimulation } from '../simulation/journey-simulation.js';
import { ContactJourneysService } from './contact-journeys.service.js';
import { JourneyFiguresService } from './journey-figures.service.js';
import {
  ContactJourneysResponse,
  JourneyFiguresResponse,
  SimulationObject,
  SimulationRequest,
} from './journey-ways.dto.js';

const Known = knownBy(JourneysService, (journeys, { id = '' }) => journeys.find(currentTenantId(), id));
const KnownContact = knownBy(ContactsService, (contacts, { id = '' }) => contacts.findOrMerged(currentTenantId(), id));

@ApiTags('Jornadas')
@Session()
@Controller('v1')
export class JourneyWaysController {
  constructor(
    private readonly simulations: JourneySimulation,
    private readonly figures: JourneyFiguresService,
    private readonly contactJourneys: ContactJourneysService,
    private readonly clock: JourneyClock,
  ) {}

  @Post('jornadas/:id/simular')
  @Known()
  @Operation({
    summary: 'Simular uma jornada',
    description:
      'O caminho inteiro de um contato pela versão mais nova, com as horas, sem nenhum efeito: o contato como está agora, sem que ' +
      'abra e-mails. Vale também com a jornada desligada.',
    success: { status: 200, type: SimulationObject },
    errors: [422],
  })
  async simulate(@Param('id') id: string, @Body() { contato_id, agora }: SimulationRequest): Promise<SimulationObject> {
    const at = agora === undefined ? this.clock.now() : new Date(agora);
    return SimulationObject.of(await this.simulations.simulate(currentTenantId(), id, contato_id, at));
  }

  @Get('jornadas/:id/numeros')
  @Known()
  @Operation({
    summary: 'Ler os números de uma jornada',
    description: 'Por versão e passo: quantas pessoas entraram, estão dentro, saíram e falharam.',
    success: { status: 200, type: JourneyFiguresResponse },
  })
  async read(@Param('id') id: string): Promise<JourneyFiguresResponse> {
    return JourneyFiguresResponse.of(await this.figures.read(currentTenantId(), id));
  }

  @Get('contatos/:id/jornadas')
  @Operation({
    summary: 'Ler o caminho de um contato pelas jornadas',
    description: 'Por que entrou, que passos fez e com que resultado, o que vem e quando.',
    success: { status: 200, type: ContactJourneysResponse },
  })
  async list(@KnownContact() { contact }: ContactRecord): Promise<ContactJourneysResponse> {
    return ContactJourneysResponse.of(await this.contactJourneys.list(contact.tenantId, contact.id));
  }
}
