import type { Id } from '#libs/persistence';

/** A tenant's list of contacts. */
export interface ContactList {
  id: Id<'lst'>;
  name: string;
  /** Unique in the tenant; lower-case letters, digits and single hyphens. */
  slug: string;
  description: string | null;
  memberCount: number;
  createdAt: Date;
  updatedAt: Date;
}
