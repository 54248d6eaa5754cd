import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CredentialReader, Internal } from '#libs/core/auth';
import { isPublicId, Operation, Problem } from '#libs/core/http';
import { PlanCache } from '../plans/plan-cache.js';
import { NO_PLAN, type PlanLimits } from '../plans/plan.js';
import { UsageService } from '../usage/usage.service.js';

/** `quota` is null for a tenant without a plan, which has no limits. */
interface TenantQuota {
  plan: string;
  /** Messages a month of each channel, and of all channels today. */
  quota: (PlanLimits['quota'] & { daily: number | null }) | null;
}

@ApiExcludeController()
@Internal()
@Controller('internal/tenants')
export class TenantQuotaController {
  constructor(
    private readonly credentials: CredentialReader,
    private readonly plans: PlanCache,
    private readonly usage: UsageService,
  ) {}

  @Get(':tenantId/quota')
  @Operation({ summary: 'How many messages a month the plan of a tenant grants', success: { status: 200 } })
  async get(@Param('tenantId') tenantId: string): Promise<TenantQuota> {
    const tenant = isPublicId('acc', tenantId) ? await this.credentials.read('tenant', tenantId) : null;
    if (!tenant) throw new Problem('NotFound');
    const { plan } = tenant;
    if (plan === NO_PLAN) return { plan, quota: null };
    const { today } = await this.usage.get(tenant, new Date());
    return { plan, quota: { ...this.plans.get(plan).quota, daily: today?.limit ?? null } };
  }
}
