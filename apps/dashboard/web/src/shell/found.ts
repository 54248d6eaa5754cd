import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '#web/graphql/use-read.ts';
import { SearchAllDocument, type SearchAllQuery } from './palette.generated.ts';
import { useSession } from './session.ts';
import { useShellWords } from './words.ts';

const PAUSE_MS = 250;
/** Shorter texts are in nearly everything. */
const SHORTEST = 2;

/** Things found of one kind; it is not known while its part of the product is away. */
export interface Found {
  title: string;
  items: readonly FoundItem[];
  away: boolean;
}

export interface FoundItem {
  id: string;
  label: string;
  description?: string | undefined;
  to: string;
  search?: Readonly<Record<string, string>>;
}

type Results = NonNullable<SearchAllQuery['searchAll']>;

/** Asks all parts of the product what they have for a text, once a person has typed it. Groups without anything are left out. */
export function useFound(text: string): Found[] {
  const words = useShellWords();
  const { tenant } = useSession();
  const typed = text.trim();
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const pause = !tenant.id || q.length < SHORTEST;
  const { data, loading, problems } = useRead(SearchAllDocument, { q }, pause);
  if (pause || typed.length < SHORTEST) return [];
  // What the page shows while it waits is of the text before.
  const found = q === typed && !loading ? data?.searchAll : undefined;
  if (!found) return [];
  const isAway = (app: string) => problems.some((one) => one.app === app && one.code === 'ServiceUnavailable');
  const groupOf = (title: string, app: string, items: FoundItem[] | undefined): Found => ({
    title,
    items: items ?? [],
    away: items === undefined && isAway(app),
  });
  return [
    groupOf(words.foundMessages, 'platform', found.messages?.map(messageItem(words.foundNoSubject))),
    groupOf(words.foundTemplates, 'platform', found.templates?.map(namedItem('/templates'))),
    groupOf(words.foundCampaigns, 'platform', found.campaigns?.map(namedItem('/campaigns'))),
    groupOf(words.foundContacts, 'crm', found.crmContacts?.flatMap(contactItems)),
  ].filter(({ items, away }) => items.length > 0 || away);
}

const messageItem =
  (noSubject: string) =>
  ({ id, subject, to }: NonNullable<Results['messages']>[number]): FoundItem => ({
    id,
    label: subject || noSubject,
    description: to,
    to: `/messages/${id}`,
  });

const namedItem =
  (list: string) =>
  ({ id, name }: { id: string; name: string }): FoundItem => ({ id, label: name, to: `${list}/${id}` });

/** A contact leads to the messages to it, which need an address. */
function contactItems({ id, nome, email }: NonNullable<Results['crmContacts']>[number]): FoundItem[] {
  if (!email) return [];
  return [
    { id, label: nome ?? email, description: nome ? email : undefined, to: '/messages', search: { recipient: email } },
  ];
}
