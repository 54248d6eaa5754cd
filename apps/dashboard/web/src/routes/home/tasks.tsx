import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Read } from '#web/graphql/use-read.ts';
import { Card } from '#web/parts/screen.tsx';
import { Empty, Loading } from '#web/parts/states.tsx';
import { Result } from '#web/parts/result.tsx';
import type { HomeQuery } from './home.generated.ts';
import styles from './tasks.module.css';
import { useHomeWords } from './words.ts';

interface Task {
  to: string;
  text: string;
}

/** What somebody of the account must do for everything to work. */
export function Tasks({ read }: { read: Read<HomeQuery> }) {
  const words = useHomeWords();
  const { data } = read;
  const tasks = data ? tasksOf(data, words) : [];
  const known = data?.sendingDomains && data.webhooks;
  return (
    <Card title={words.tasks}>
      {tasks.length > 0 ? (
        <ul className={styles.tasks}>
          {tasks.map(({ to, text }) => (
            <li key={text}>
              <TriangleAlert size={16} aria-hidden />
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      ) : known ? (
        <Empty title={words.noTasks} icon={CircleCheck}>
          {words.noTasksLead}
        </Empty>
      ) : read.loading ? (
        <Loading rows={3} />
      ) : (
        <Result read={read} field={data?.sendingDomains ? 'webhooks' : 'sendingDomains'}>
          {() => null}
        </Result>
      )}
    </Card>
  );
}

/** Derives the tasks from the states of domains and webhooks; a part that is away has none. */
export function tasksOf(data: HomeQuery, words: ReturnType<typeof useHomeWords>): Task[] {
  const domains = data.sendingDomains?.edges.map(({ node }) => node);
  const webhooks = data.webhooks?.edges.map(({ node }) => node) ?? [];
  const tasks: Task[] = domains?.length === 0 ? [{ to: '/domains', text: words.noDomain }] : [];
  for (const { id, name, status, missingSince } of domains ?? []) {
    const to = `/domains/${id}`;
    if (status !== 'verified') tasks.push({ to, text: words.domainPending(name) });
    else if (missingSince) tasks.push({ to, text: words.domainMissing(name) });
  }
  for (const { id, url, active, failingSince, disabledAt } of webhooks) {
    const to = `/webhooks/${id}`;
    if (disabledAt) tasks.push({ to, text: words.webhookDisabled(url) });
    else if (active && failingSince) tasks.push({ to, text: words.webhookFailing(url) });
  }
  return tasks;
}
