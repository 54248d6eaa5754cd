import { createContext, useContext } from 'react';
import type { SessionQuery } from './session.generated.ts';

type Me = NonNullable<SessionQuery['me']>;
export type OwnTenant = Me['tenants'][number];

/** Who is signed in, and at which account they look. */
export interface Session {
  me: Me;
  /** Without an id for an operator who is a member of none: only the console is theirs. */
  tenant: OwnTenant;
  operator: boolean;
  /** An operator looks at the account, who may not change anything. */
  support: boolean;
  /** The end of the support session, once it is known. */
  supportEndsAt?: string;
  /** Owners and admins, who may change what belongs to the account. */
  admin: boolean;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Only inside of the shell.');
  return session;
}
