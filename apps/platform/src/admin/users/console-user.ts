/** A user as identity describes them to operators. */
export interface ConsoleUser {
  id: string;
  name: string;
  /** The primary one first. */
  emails: string[];
  status: string;
  operator: boolean;
  tenantIds: string[];
  createdAt: string;
}
