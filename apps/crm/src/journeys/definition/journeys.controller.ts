import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, KeepDigits, knownBy, Operation } from '#libs/core/http';
import { JourneyObject, JourneysResponse, type JourneyWithSteps } from './journey.dto.js';
import { JourneyActivationRequest, JourneyRequest } from './journey.request.js';
import { JourneysService } from './journeys.service.js';

const Known = knownBy(JourneysService, (journeys, { id = '' }) => journeys.find(currentTenantId(), id));

const RULES =
  'Os passos são numerados a partir de 1, sem lacunas, no máximo 100. `esperar`: `espera` em nanossegundos, maior que zero, até ' +
  'dez anos. `condicao`: quem não satisfaz os `criterios` vai a `se_pular_ir`, um passo que existe. `dividir`: `ramos` por peso. ' +
  'Voltar a um passo só é possível passando por um `esperar`. 422 diz em `campo` o passo e em `erro` a razão.';

@ApiTags('Jornadas')
@Session()
@Controller('v1/jornadas')
export class JourneysController {
  constructor(private readonly journeys: JourneysService) {}

  @Get()
  @Operation({
    summary: 'Listar as jornadas',
    description:
      'Todas as da conta, da mais nova à mais antiga; no máximo 100, se a instalação não definir outro número.',
    success: { status: 200, type: JourneysResponse },
  })
  async list(): Promise<JourneysResponse> {
    return JourneysResponse.of(await this.journeys.list(currentTenantId()));
  }

  @Post()
  @KeepDigits('espera')
  @Created({
    summary: 'Criar uma jornada',
    example: {
      nome: 'Boas-vindas',
      gatilho: 'lead_capturado',
      passos: [{ numero: 1, tipo: 'esperar', espera: 86_400_000_000_000 }],
    },
    description: `Sempre desligada. ${RULES}`,
    type: JourneyObject,
    location: ({ id }) => `/v1/jornadas/${id}`,
    errors: [422],
  })
  async create(@Body() body: JourneyRequest): Promise<JourneyObject> {
    return JourneyObject.of(await this.journeys.create(currentTenantId(), body));
  }

  @Get(':id')
  @Operation({
    summary: 'Ler uma jornada',
    description: 'Com os passos da versão mais nova.',
    success: { status: 200, type: JourneyObject },
  })
  get(@Known() journey: JourneyWithSteps): JourneyObject {
    return JourneyObject.of(journey);
  }

  @Put(':id')
  @Known()
  @KeepDigits('espera')
  @Operation({
    summary: 'Substituir uma jornada',
    example: {
      nome: 'Boas-vindas',
      gatilho: 'lead_capturado',
      passos: [{ numero: 1, tipo: 'esperar', espera: 86_400_000_000_000 }],
    },
    description:
      'Tudo, por uma nova versão. Quem está dentro segue nos passos em que entrou; `saida` e `objetivo` valem para todos. ' +
      `Ligada ou desligada, fica como está. ${RULES}`,
    success: { status: 200, type: JourneyObject },
    errors: [422],
  })
  async replace(@Param('id') id: string, @Body() body: JourneyRequest): Promise<JourneyObject> {
    return JourneyObject.of(await this.journeys.replace(currentTenantId(), id, body));
  }

  @Delete(':id')
  @Known()
  @Operation({
    summary: 'Apagar uma jornada',
    description: 'Quem está dentro sai dela.',
    success: { status: 204 },
  })
  async delete(@Param('id') id: string): Promise<void> {
    await this.journeys.delete(currentTenantId(), id);
  }

  @Put(':id/ativa')
  @Known()
  @Operation({
    summary: 'Ligar ou desligar uma jornada',
    description:
      'Ao ligar, é julgada de novo: 422 quando já não é válida. Ao desligar, não. Quem está dentro espera enquanto está desligada ' +
      'e segue quando volta; com `encerrar: true` sai.',
    success: { status: 200, type: JourneyObject },
    errors: [422],
  })
  async setActive(
    @Param('id') id: string,
    @Body() { ativa, encerrar }: JourneyActivationRequest,
  ): Promise<JourneyObject> {
    return JourneyObject.of(await this.journeys.setActive(currentTenantId(), id, ativa, encerrar ?? false));
  }
}
