import { ApiProperty } from '@nestjs/swagger';
import { TenantResponse } from '../../auth/dto/member-tenant.responses.js';

export class TenantListResponse {
  @ApiProperty({ type: [TenantResponse] })
  Tenants: TenantResponse[];
}

export class TenantDetailResponse {
  @ApiProperty({ type: TenantResponse })
  Tenant: TenantResponse;
}
