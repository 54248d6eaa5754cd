import { Module } from '@nestjs/common';
import { CallRates } from './call-rates.js';
import { PlanCache } from './plan-cache.js';
import { PlanRepository } from './plan.repository.js';

/** The plans of tenants and what each grants. */
@Module({ providers: [CallRates, PlanCache, PlanRepository], exports: [CallRates, PlanCache, PlanRepository] })
export class PlansModule {}
