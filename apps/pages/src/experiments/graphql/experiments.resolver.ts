import { Args, ArgsType, ID, Mutation, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { currentTenantId, Session } from '#libs/core/auth';
import { BY_TIME, connectionOf, ListOrders } from '#libs/core/graphql';
import { Problem, QueryPublicId } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { PagesService } from '../../pages/pages.service.js';
import {
  CreateExperimentRequest,
  PromoteRequest,
  toExperimentChanges,
  toNewExperiment,
  UpdateExperimentRequest,
} from '../dto/experiment.requests.js';
import { ExperimentObject } from '../dto/experiment.responses.js';
import { AbQuery } from '../report/ab-query.js';
import { AbReportObject } from '../report/ab-report.dto.js';
import { AbReportService } from '../report/ab-report.service.js';
import { ExperimentsService } from '../experiments.service.js';
import { RunningExperiments } from '../running-experiments.service.js';

const experiments = connectionOf('Experiment', ExperimentObject, {
  max: 100,
  position: ({ id }) => [id],
  orders: new ListOrders('ExperimentSort', BY_TIME),
  counted: true,
});

@ArgsType()
export class ExperimentConnectionArgs extends experiments.Args {
  @QueryPublicId('pag', { required: true, description: 'The page' })
  pageId: string;
}

@ObjectType()
export class ExperimentConnection extends experiments.Connection {}

@Session()
@Resolver(() => ExperimentObject)
export class ExperimentsResolver {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly service: ExperimentsService,
    private readonly running: RunningExperiments,
    private readonly pages: PagesService,
    private readonly reports: AbReportService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'pages.experiments');
  }

  @Query(() => ExperimentConnection, { nullable: true, description: 'The experiments of a page, newest first.' })
  async experiments(@Args() args: ExperimentConnectionArgs): Promise<ExperimentConnection> {
    const [tenantId, { pageId }] = [currentTenantId(), args];
    if (!(await this.pages.exists(tenantId, pageId))) throw new Problem('NotFound');
    return ExperimentConnection.read(args, this.cursors, (page) => this.service.listPage(tenantId, pageId, page));
  }

  @Query(() => ExperimentObject, { nullable: true, description: 'One experiment.' })
  async experiment(@Args('id', { type: () => ID }) id: string): Promise<ExperimentObject> {
    const experiment = await this.service.findById(currentTenantId(), id);
    if (!experiment) throw new Problem('NotFound');
    return ExperimentObject.of(experiment);
  }

  @Query(() => AbReportObject, { nullable: true, description: 'The numbers of an experiment, and what they say.' })
  async abReport(@Args() query: AbQuery): Promise<AbReportObject> {
    return AbReportObject.of(await this.reports.read(currentTenantId(), query));
  }

  @Mutation(() => ExperimentObject, { nullable: true, description: 'A new experiment, which visitors do not see yet.' })
  async createExperiment(
    @Args('pageId', { type: () => ID }) pageId: string,
    @Args('input') input: CreateExperimentRequest,
  ): Promise<ExperimentObject> {
    return ExperimentObject.of(await this.service.create(currentTenantId(), pageId, toNewExperiment(input)));
  }

  @Mutation(() => ExperimentObject, {
    nullable: true,
    description: 'Changes name or weights. Other weights of a running one begin a new phase.',
  })
  async updateExperiment(
    @Args('id', { type: () => ID }) id: string,
    @Args('input') input: UpdateExperimentRequest,
  ): Promise<ExperimentObject> {
    return ExperimentObject.of(await this.running.update(await this.keyOf(id), toExperimentChanges(input)));
  }

  @Mutation(() => ExperimentObject, { nullable: true, description: 'Shows visitors the variants, in a new phase.' })
  async startExperiment(@Args('id', { type: () => ID }) id: string): Promise<ExperimentObject> {
    return ExperimentObject.of(await this.running.start(await this.keyOf(id)));
  }

  @Mutation(() => ExperimentObject, { nullable: true, description: 'Shows visitors the published version again.' })
  async stopExperiment(@Args('id', { type: () => ID }) id: string): Promise<ExperimentObject> {
    return ExperimentObject.of(await this.running.stop(await this.keyOf(id)));
  }

  @Mutation(() => ExperimentObject, { nullable: true, description: 'Publishes the version of a variant.' })
  async promoteVariant(
    @Args('id', { type: () => ID, description: 'The experiment' }) id: string,
    @Args('input') { variante }: PromoteRequest,
  ): Promise<ExperimentObject> {
    return ExperimentObject.of((await this.running.promote(await this.keyOf(id), variante)).experiment);
  }

  @Mutation(() => ID, { nullable: true, description: 'Deletes an experiment with its numbers. Answers its id.' })
  async deleteExperiment(@Args('id', { type: () => ID }) id: string): Promise<string> {
    const { tenantId, pageId } = await this.keyOf(id);
    await this.service.delete(tenantId, pageId, id);
    return id;
  }

  private async keyOf(id: string) {
    const experiment = await this.service.findById(currentTenantId(), id);
    if (!experiment) throw new Problem('NotFound');
    return { tenantId: experiment.tenantId, pageId: experiment.pageId, id };
  }
}
