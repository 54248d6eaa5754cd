import { Screen } from '#web/parts/screen.tsx';
import { Tabs } from '#web/parts/tabs.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { useConsoleWords } from '../words.ts';
import { Datacenters } from './datacenters.tsx';
import { Entries } from './entries.tsx';
import { Suggestions } from './suggestions.tsx';

export default function Blocks() {
  const words = useConsoleWords();
  const [{ tab }, setFilters] = useFilters(['tab', 'q', 'kind', 'sort']);
  return (
    <Screen title={words.blocks} lead={words.blocksLead}>
      <Tabs
        label={words.blocks}
        chosen={tab}
        choose={(name) => setFilters({ tab: name, q: null, kind: null, sort: null })}
        tabs={[
          { name: 'entries', title: words.entries, content: <Entries /> },
          { name: 'suggestions', title: words.suggestions, content: <Suggestions /> },
          { name: 'datacenters', title: words.datacenters, content: <Datacenters /> },
        ]}
      />
    </Screen>
  );
}
