interface Endpoint {
  active: boolean;
  failingSince?: string | null;
  disabledAt?: string | null;
}

/** The state of an endpoint: switched off by us or by a member, failing, or well. */
export function stateOf({ active, failingSince, disabledAt }: Endpoint): string {
  if (disabledAt) return 'disabled';
  if (!active) return 'paused';
  return failingSince ? 'failing' : 'active';
}
