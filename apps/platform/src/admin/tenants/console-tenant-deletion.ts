/** The deletion of a tenant as identity describes it to operators. */
export interface ConsoleTenantDeletion {
  id: string;
  tenantId: string;
  requestedBy: string;
  requestedAt: string;
  dueAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  awaited: string[];
  /** Answers by the name of the app. */
  answers: Record<string, { at: string; rows: Record<string, number> }>;
}
