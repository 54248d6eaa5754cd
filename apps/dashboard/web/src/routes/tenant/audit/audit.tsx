import { usePages } from '#web/graphql/use-read.ts';
import { SearchField } from '#web/parts/filter-fields.tsx';
import { Screen, Toolbar } from '#web/parts/screen.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { AuditEntriesDocument } from './audit.generated.ts';
import { AuditList } from './audit-list.tsx';
import { useAuditWords } from './words.ts';

const FILTERS = ['action', 'actor', 'object'] as const;

export default function Audit() {
  const words = useAuditWords();
  const [filters, setFilters] = useFilters(FILTERS);
  const read = usePages(AuditEntriesDocument, filters, 'auditEntries');
  return (
    <Screen title={words.title} lead={words.lead}>
      <Toolbar>
        {FILTERS.map((name) => (
          <SearchField
            key={name}
            label={words[name]}
            value={filters[name]}
            change={(value) => setFilters({ [name]: value })}
            search={name === 'action'}
          />
        ))}
      </Toolbar>
      <AuditList read={read} filtered={Object.keys(filters).length > 0} />
    </Screen>
  );
}
