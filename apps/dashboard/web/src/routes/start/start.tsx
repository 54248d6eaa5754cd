import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLive } from '#web/graphql/use-live.ts';
import { useRead } from '#web/graphql/use-read.ts';
import { useSendKeys } from '#web/graphql/send-key.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { SideRead } from '#web/parts/side-read.tsx';
import { useSession } from '#web/shell/session.ts';
import { FirstKey } from './first-key.tsx';
import { SendFirstMailDocument, StartDocument, type StartQuery } from './start.generated.ts';
import styles from './start.module.css';
import { useStartWords } from './words.ts';

/** Milliseconds between two looks at what no event tells: a record in DNS, a colleague who accepts. */
const LOOK_MS = 15_000;
/** A domain that counts as verified outside production. */
export const TEST_SOURCE = 'hello@start.test';

export default function Start() {
  const words = useStartWords();
  const { tenant } = useSession();
  const read = useRead(StartDocument, { tenantId: tenant.id });
  useLive(['messages'], read.again);
  useInterval(
    () => {
      if (!document.hidden) read.again();
    },
    LOOK_MS,
    { autoInvoke: true },
  );
  const done = doneOf(read.data);
  const message = read.data?.messages?.edges[0]?.node;
  const domain = read.data?.sendingDomains?.edges[0]?.node;
  return (
    <Screen title={words.title} lead={words.lead}>
      <SideRead read={read} />
      <ol className={styles.steps}>
        <Step number={1} title={words.mail} done={done.mail}>
          <FirstMail />
          {message && (
            <span>
              <StatusBadge status={message.status} /> <Link to={`/messages/${message.id}`}>{words.more}</Link>
            </span>
          )}
        </Step>
        <Step number={2} title={words.key} done={done.key}>
          <FirstKey />
        </Step>
        <Step number={3} title={words.domain} done={done.domain}>
          <p>{words.domainLead}</p>
          <Go to={domain ? `/domains/${domain.id}` : '/domains'}>
            {domain && domain.status !== 'verified' ? words.domainCheck(domain.name) : words.domainAdd}
          </Go>
        </Step>
        <Step number={4} title={words.invite} done={done.invite}>
          <p>{words.inviteLead}</p>
          <Go to="/tenant">{words.inviteGo}</Go>
        </Step>
      </ol>
    </Screen>
  );
}

/** The steps that are done, by what the account has. */
export function doneOf(data: StartQuery | undefined) {
  return {
    mail: Boolean(data?.messages?.edges.length),
    key: Boolean(data?.apiKeys?.edges.length),
    domain: Boolean(data?.sendingDomains?.edges.some(({ node }) => node.status === 'verified')),
    invite: (data?.tenantMembers?.edges.length ?? 0) > 1 || Boolean(data?.tenantInvitations?.length),
  };
}

interface StepProps {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}

function Step({ number, title, done, children }: StepProps) {
  const words = useStartWords();
  return (
    <li className={styles.step} data-done={done || undefined}>
      <span className={styles.mark}>
        {done ? <Check size={16} role="img" aria-label={words.done} /> : <span aria-hidden>{number}</span>}
      </span>
      <h2>{title}</h2>
      <div className={styles.body}>{children}</div>
    </li>
  );
}

const Go = ({ to, children }: { to: string; children: string }) => (
  <div>
    <Button component={Link} to={to} variant="default" maw="100%">
      {children}
    </Button>
  </div>
);

function FirstMail() {
  const words = useStartWords();
  const { me } = useSession();
  const [sent, setSent] = useState(false);
  const keys = useSendKeys();
  const send = useWrite(SendFirstMailDocument, words.mailSent);
  const run = async () => {
    const message = { subject: { data: words.mailSubject }, body: { text: { data: words.mailText } } };
    const input = { source: TEST_SOURCE, destination: { toAddresses: [me.email] }, message };
    if (!(await send.run({ input: { ...input, idempotencyKey: keys.of(input) } }))) return;
    keys.sent();
    setSent(true);
  };
  return (
    <>
      <p>{words.mailLead(me.email)}</p>
      <div>
        <Button onClick={() => void run()} loading={send.running} variant={sent ? 'default' : 'filled'}>
          {words.mailSend}
        </Button>
      </div>
    </>
  );
}
