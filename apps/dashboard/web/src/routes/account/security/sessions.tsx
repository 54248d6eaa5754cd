import { Button } from '@mantine/core';
import { useWrite } from '#web/graphql/use-write.ts';
import { Badge } from '#web/parts/badge.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { When } from '#web/parts/when.tsx';
import { useAccountWords } from '../words.ts';
import { EndSessionDocument, type SecurityQuery } from './security.generated.ts';

/** Where the user is signed in. */
export function Sessions({ sessions }: { sessions: NonNullable<SecurityQuery['sessions']> }) {
  const words = useAccountWords();
  const end = useWrite(EndSessionDocument, words.ended);
  return (
    <Rows
      label={words.sessions}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: '',
          width: '3fr',
          cell: ({ userAgent, app }) => <strong>{browserOf(userAgent) ?? app ?? '–'}</strong>,
        },
        { title: 'IP', cell: ({ ip }) => ip },
        { title: words.seen, cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
        {
          title: '',
          width: '110px',
          actions: true,
          cell: ({ id, current }) =>
            current ? (
              <Badge mood="good">{words.thisOne}</Badge>
            ) : (
              <Button size="compact-sm" variant="subtle" color="bad" onClick={() => void end.run({ id })}>
                {words.end}
              </Button>
            ),
        },
      ]}
    />
  );
}

/** A browser and its system in short, from what it says of itself; the text as it is if it is another program. */
export function browserOf(userAgent: string | null | undefined): string | undefined {
  if (!userAgent) return undefined;
  const browser = [/Edg\/(\d+)/, /Firefox\/(\d+)/, /Chrome\/(\d+)/, /Version\/(\d+).*Safari/]
    .map((pattern, index) => [['Edge', 'Firefox', 'Chrome', 'Safari'][index], pattern.exec(userAgent)?.[1]] as const)
    .find(([, version]) => version);
  if (!browser) return userAgent;
  const system = /Android|iPhone|iPad|Windows|Mac OS X|Linux/.exec(userAgent)?.[0];
  return [`${browser[0]} ${browser[1]}`, system?.replace(' OS X', 'OS')].filter(Boolean).join(' · ');
}
