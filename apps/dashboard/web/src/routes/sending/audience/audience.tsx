import { Screen } from '#web/parts/screen.tsx';
import { Tabs } from '#web/parts/tabs.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { Contacts } from './contacts.tsx';
import { Lists } from './lists.tsx';
import { Suppressions } from './suppressions.tsx';
import { Topics } from './topics.tsx';
import { useAudienceWords } from './words.ts';

export default function Audience() {
  const words = useAudienceWords();
  const [{ tab }, setFilters] = useFilters(['tab', 'q', 'list', 'reason', 'sort']);
  return (
    <Screen title={words.title} lead={words.lead}>
      <Tabs
        label={words.title}
        chosen={tab}
        choose={(name) => setFilters({ tab: name, q: null, list: null, reason: null, sort: null })}
        tabs={[
          { name: 'contacts', title: words.contacts, content: <Contacts /> },
          { name: 'lists', title: words.lists, content: <Lists /> },
          { name: 'topics', title: words.topics, content: <Topics /> },
          { name: 'suppressions', title: words.suppressions, content: <Suppressions /> },
        ]}
      />
    </Screen>
  );
}
