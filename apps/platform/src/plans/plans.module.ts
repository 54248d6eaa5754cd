import { Module } from '@nestjs/common';
import { PlanCache } from './plan-cache.js';
import { PlanRepository } from './plan.repository.js';

/** The plans of tenants and what each grants. */
@Module({ providers: [PlanCache, PlanRepository], exports: [PlanCache, PlanRepository] })
export class PlansModule {}
