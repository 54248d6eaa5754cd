import type { TenantId } from '#libs/core/persistence';

/** A tenant as identity describes it to operators. */
export interface ConsoleTenant {
  id: TenantId;
  name: string;
  slug: string;
  status: string;
  statusReason: string | null;
  plan: string;
  products: string[];
  members: number;
  deletesAt: string | null;
  createdAt: string;
  updatedAt: string;
}
