import { usePages } from '#web/graphql/use-read.ts';
import { SearchField } from '#web/parts/filter-fields.tsx';
import { Screen, Toolbar } from '#web/parts/screen.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { PlatformAuditEntriesDocument } from '../../tenant/audit/audit.generated.ts';
import { AuditList } from '../../tenant/audit/audit-list.tsx';
import { useAuditWords } from '../../tenant/audit/words.ts';

const FILTERS = ['action', 'actor', 'object', 'tenant'] as const;

export default function Audit() {
  const words = useAuditWords();
  const [filters, setFilters] = useFilters(FILTERS);
  const read = usePages(PlatformAuditEntriesDocument, filters, 'platformAuditEntries');
  return (
    <Screen title={words.platformTitle} lead={words.platformLead}>
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
