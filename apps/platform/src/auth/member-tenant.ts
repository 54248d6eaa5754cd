import type { Role } from '#libs/core/auth';

/** A tenant as identity describes it to one of its members. */
export interface MemberTenant {
  id: string;
  slug: string;
  name: string;
  role: Role;
  status: string;
  plan: string;
  products: string[];
  /** ISO 8601: when it is deleted for good. */
  deletesAt?: string | null;
}
