import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Operator } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { NO_PLAN, WITHOUT_PLAN } from '../../../plans/plan.js';
import type { Plan } from '../../../plans/plan.entity.js';
import { ConsolePlansService } from '../console-plans.service.js';
import { CreatePlanRequest, UpdatePlanRequest } from '../dto/plan.requests.js';
import { PlanView } from '../../../plans/dto/plan.views.js';
import { toNewLimits, toPlanChange } from '../plan.mapper.js';

const PlanArgument = knownArgument('name', ConsolePlansService, (plans, name) => plans.find(name));

@Operator()
@Resolver(() => PlanView)
export class PlansResolver {
  constructor(private readonly service: ConsolePlansService) {}

  @Query(() => [PlanView], {
    nullable: true,
    description: 'The plans; the first, without a name, is what accounts without a plan have. For operators.',
  })
  async plans(): Promise<PlanView[]> {
    const plans = await this.service.list();
    return [PlanView.of(NO_PLAN, WITHOUT_PLAN), ...plans.map((plan) => PlanView.of(plan.name, plan))];
  }

  @Query(() => PlanView, { nullable: true, description: 'One plan. For operators.' })
  plan(@PlanArgument() plan: Plan): PlanView {
    return PlanView.of(plan.name, plan);
  }

  @Mutation(() => PlanView, { nullable: true, description: 'Adds a plan.' })
  async createPlan(@Args('input') input: CreatePlanRequest): Promise<PlanView> {
    const plan = await this.service.create(input.Name, toNewLimits(input));
    return PlanView.of(plan.name, plan);
  }

  @Mutation(() => PlanView, { nullable: true, description: 'Changes a plan for all accounts that have it.' })
  async updatePlan(@PlanArgument() { name }: Plan, @Args('input') input: UpdatePlanRequest): Promise<PlanView> {
    const plan = await this.service.update(name, toPlanChange(input));
    return PlanView.of(plan.name, plan);
  }
}
