import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { Plan } from '../../plans/plan.entity.js';
import { NO_PLAN, WITHOUT_PLAN } from '../../plans/plan.js';
import { CreatePlanRequest, UpdatePlanRequest } from './dto/plan.requests.js';
import { PlanView } from '../../plans/dto/plan.views.js';
import { PlanListResponse, PlanResponse } from './dto/plan.responses.js';
import { toNewLimits, toPlanChange } from './plan.mapper.js';
import { ConsolePlansService } from './console-plans.service.js';

const Known = knownBy(ConsolePlansService, (plans, { name = '' }) => plans.find(name));

@ApiTags('Operator console')
@Operator()
@Controller('api/admin/plans')
export class PlansController {
  constructor(private readonly plans: ConsolePlansService) {}

  @Get()
  @Operation({
    summary: 'The plans that a tenant may have, and what they grant',
    description:
      'A quota or limit of null means that there is none. The first has no name: tenants without a plan have it.',
    success: { status: 200, type: PlanListResponse },
  })
  async list(): Promise<PlanListResponse> {
    const plans = await this.plans.list();
    return { Plans: [PlanView.of(NO_PLAN, WITHOUT_PLAN), ...plans.map((plan) => PlanView.of(plan.name, plan))] };
  }

  @Post()
  @Created({
    summary: 'Make a plan',
    description: 'Tenants get it by PATCH /api/admin/tenants/{id}, and new ones if NEW_TENANT_PLAN names it.',
    type: PlanResponse,
    location: ({ Plan: { Name } }) => `/api/admin/plans/${Name}`,
    errors: [409],
  })
  async create(@Body() body: CreatePlanRequest): Promise<PlanResponse> {
    const plan = await this.plans.create(body.Name, toNewLimits(body));
    return { Plan: PlanView.of(plan.name, plan) };
  }

  @Get(':name')
  @Operation({
    summary: 'Read a plan',
    description: 'A quota or limit of null means that there is none.',
    success: { status: 200, type: PlanResponse },
  })
  get(@Known() plan: Plan): PlanResponse {
    return { Plan: PlanView.of(plan.name, plan) };
  }

  @Patch(':name')
  @Operation({
    summary: 'Change what a plan grants',
    description: 'What is absent stays as it is. The change applies at once to every tenant that has the plan.',
    success: { status: 200, type: PlanResponse },
  })
  async update(@Known() { name }: Plan, @Body() body: UpdatePlanRequest): Promise<PlanResponse> {
    const plan = await this.plans.update(name, toPlanChange(body));
    return { Plan: PlanView.of(plan.name, plan) };
  }
}
