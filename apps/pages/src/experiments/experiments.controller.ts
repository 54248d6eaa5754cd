import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { currentTenantId, Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { KnownPage } from '../pages/known-page.js';
import {
  CreateExperimentRequest,
  ExperimentPage,
  ListExperimentsQuery,
  PromoteRequest,
  toExperimentChanges,
  toNewExperiment,
  UpdateExperimentRequest,
} from './dto/experiment.requests.js';
import { ExperimentObject } from './dto/experiment.responses.js';
import type { WholeExperiment } from './experiment.repository.js';
import { ExperimentsService } from './experiments.service.js';
import { RunningExperiments } from './running-experiments.service.js';

const Known = knownBy(ExperimentsService, (experiments, { id = '', experimentoId = '' }) =>
  experiments.find(currentTenantId(), id, experimentoId),
);

@ApiTags('Experimentos')
@Session()
@Controller('v1/paginas/:id/experimentos')
export class ExperimentsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly experiments: ExperimentsService,
    private readonly running: RunningExperiments,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.experiments');
  }

  @Get()
  @KnownPage()
  @Operation({
    summary: 'Listar os experimentos de uma página, do mais novo ao mais antigo',
    description: 'Os números de cada um estão em `GET /v1/analytics/ab`.',
    success: { status: 200, type: ExperimentPage },
  })
  async list(@Param('id') id: string, @Query() query: ListExperimentsQuery): Promise<ExperimentPage> {
    return ExperimentPage.read(query, this.cursors, (page) => this.experiments.listPage(currentTenantId(), id, page));
  }

  @Post()
  @KnownPage()
  @Created({
    summary: 'Criar um experimento',
    description:
      'Duas a dez variantes, cada uma uma versão da página; a primeira é o controle. Nada muda para os visitantes até o início.',
    type: ExperimentObject,
    location: ({ id, pagina_id }) => `/v1/paginas/${pagina_id}/experimentos/${id}`,
    errors: [409, 422],
  })
  async create(@Param('id') id: string, @Body() body: CreateExperimentRequest): Promise<ExperimentObject> {
    return ExperimentObject.of(await this.experiments.create(currentTenantId(), id, toNewExperiment(body)));
  }

  @Get(':experimentoId')
  @Operation({
    summary: 'Ler um experimento',
    description: 'Com as variantes e os pesos de agora.',
    success: { status: 200, type: ExperimentObject },
  })
  get(@Known() experiment: WholeExperiment): ExperimentObject {
    return ExperimentObject.of(experiment);
  }

  @Patch(':experimentoId')
  @Known()
  @Operation({
    summary: 'Mudar nome ou pesos',
    description: 'Em andamento, outros pesos começam uma nova fase, que o relatório conta à parte.',
    success: { status: 200, type: ExperimentObject },
    errors: [409, 422],
  })
  async update(
    @Param('id') pageId: string,
    @Param('experimentoId') id: string,
    @Body() body: UpdateExperimentRequest,
  ): Promise<ExperimentObject> {
    const key = { tenantId: currentTenantId(), pageId, id };
    return ExperimentObject.of(await this.running.update(key, toExperimentChanges(body)));
  }

  @Delete(':experimentoId')
  @Known()
  @Operation({
    summary: 'Apagar um experimento',
    description: 'Com os números. 409 enquanto está em andamento.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@Param('id') pageId: string, @Param('experimentoId') id: string): Promise<void> {
    await this.experiments.delete(currentTenantId(), pageId, id);
  }

  @Post(':experimentoId/iniciar')
  @Known()
  @Operation({
    summary: 'Iniciar um experimento, ou continuar um parado',
    description:
      'Os visitantes recebem as variantes em um segundo. 409 se a página já tem um em andamento ou regras de roteamento; 422 ' +
      'se não está publicada.',
    success: { status: 200, type: ExperimentObject },
    errors: [409, 422],
  })
  async start(@Param('id') pageId: string, @Param('experimentoId') id: string): Promise<ExperimentObject> {
    return ExperimentObject.of(await this.running.start({ tenantId: currentTenantId(), pageId, id }));
  }

  @Post(':experimentoId/parar')
  @Known()
  @Operation({
    summary: 'Parar um experimento',
    description: 'Os visitantes voltam a receber a versão publicada. 409 se não está em andamento.',
    success: { status: 200, type: ExperimentObject },
    errors: [409],
  })
  async stop(@Param('id') pageId: string, @Param('experimentoId') id: string): Promise<ExperimentObject> {
    return ExperimentObject.of(await this.running.stop({ tenantId: currentTenantId(), pageId, id }));
  }

  @Post(':experimentoId/promover')
  @Known()
  @Operation({
    summary: 'Promover uma variante',
    description: 'Publica a versão dela e encerra o experimento. 409 se nunca foi iniciado ou já está encerrado.',
    success: { status: 200, type: ExperimentObject },
    errors: [409, 422],
  })
  async promote(
    @Param('id') pageId: string,
    @Param('experimentoId') id: string,
    @Body() { variante }: PromoteRequest,
  ): Promise<ExperimentObject> {
    const { experiment } = await this.running.promote({ tenantId: currentTenantId(), pageId, id }, variante);
    return ExperimentObject.of(experiment);
  }
}
