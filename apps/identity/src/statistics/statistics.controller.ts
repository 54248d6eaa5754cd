import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Internal } from '#libs/auth';
import { Operation } from '#libs/http';
import { SystemDatabase } from '../database/system-database.js';

interface TenantCounts {
  active: number;
  trial: number;
  suspended: number;
}

/** How much identity knows, for the console of platform operators. */
@ApiExcludeController()
@Internal()
@Controller('internal/statistics')
export class StatisticsController {
  constructor(private readonly system: SystemDatabase) {}

  @Get()
  @Operation({ summary: 'How many tenants have which status', success: { status: 200 } })
  async read(): Promise<{ tenants: TenantCounts }> {
    const [tenants] = await this.system.query<TenantCounts>(
      `select count(*) filter (where status = 'active')::int as active,
              count(*) filter (where status = 'trial')::int as trial,
              count(*) filter (where status = 'suspended')::int as suspended
       from tenant`,
    );
    return { tenants: tenants ?? { active: 0, trial: 0, suspended: 0 } };
  }
}
