import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { worst } from '#web/graphql/problems.ts';
import { useRead } from '#web/graphql/use-read.ts';
import { setTimeZone } from '#web/i18n/formats.ts';
import { languageNamed, setLanguage } from '#web/i18n/language.ts';
import { Loading, ProblemState } from '#web/parts/states.tsx';
import { type OwnTenant, type Session, SessionContext } from './session.ts';
import { SessionDocument, type SessionQuery } from './session.generated.ts';
import styles from './shell.module.css';
import { type Support, useSupport } from './support.ts';
import { tenant as chosenTenant } from './tenant.ts';

const NewTenant = lazy(() => import('./new-tenant.tsx'));

/** Shows the dashboard once it is known who looks at which account. */
export function Gate({ children }: { children: ReactNode }) {
  const read = useRead(SessionDocument, {});
  const wanted = chosenTenant.use();
  const support = useSupport(read.data?.consoleMe?.support?.tenantId);
  const session = useMemo(() => sessionOf(read.data, wanted, support), [read.data, wanted, support]);
  setTimeZone(session?.me.timeZone);
  // The language that a person has chosen is theirs in every browser; before the first sight of the page.
  const language = languageNamed(session?.me.chosenLanguage);
  useLayoutEffect(() => {
    if (language) setLanguage(language);
  }, [language]);
  const id = session?.tenant.id;
  useEffect(() => {
    if (id && id !== wanted) chosenTenant.set(id);
  }, [id, wanted]);

  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  if (read.data?.me) {
    return (
      <Suspense fallback={<Loading />}>
        <NewTenant />
      </Suspense>
    );
  }
  if (read.loading) return <Loading rows={8} />;
  // An account that is gone may be the reason: the next try is without one.
  const again = () => {
    chosenTenant.set('');
    read.again();
  };
  return (
    <main className={styles.lonely}>
      <ProblemState problem={worst(read.problems) ?? { code: 'NotFound' }} retry={again} />
    </main>
  );
}

/** The session as the page sees it; null for a user without an account, unless they run the platform. */
export function sessionOf(data: SessionQuery | undefined, wanted: string, support?: Support): Session | null {
  const { consoleMe } = data ?? {};
  const lookedAt = consoleMe?.support?.tenantId;
  // A support session is nobody's own: it has no profile.
  const me = data?.me ?? (lookedAt ? NOBODY : null);
  if (!me) return null;
  const operator = consoleMe?.operator ?? me.operator;
  const own = lookedAt
    ? strangers(lookedAt, support?.tenantName ?? lookedAt)
    : (me.tenants.find(({ id }) => id === wanted) ??
      me.tenants.find(({ status }) => status !== 'suspended') ??
      me.tenants[0]);
  const tenant = own ?? (operator ? strangers('', '') : null);
  if (!tenant) return null;
  return {
    me,
    tenant,
    operator,
    support: lookedAt !== undefined,
    supportEndsAt: support?.endsAt,
    admin: tenant.role === 'owner' || tenant.role === 'admin',
  };
}

const NOBODY: Session['me'] = {
  userId: '',
  name: '',
  email: '',
  emailVerified: true,
  timeZone: null,
  chosenLanguage: null,
  operator: false,
  tenants: [],
};

/** An account that the user is no member of, seen by support; without an id for an operator who has none. */
const strangers = (id: string, name: string): OwnTenant => ({
  id,
  name,
  plan: '',
  products: [],
  role: 'support',
  status: 'active',
  deletesAt: null,
});
