import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Megaphone, Plus } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { StatusField } from '#web/parts/filter-fields.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen, Toolbar } from '#web/parts/screen.tsx';
import { BY_NAME, BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { CampaignsDocument } from './campaigns.generated.ts';
import { useCampaignsWords } from './words.ts';

const LIVE = ['campaigns'] as const;
const STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const;

export default function Campaigns() {
  const words = useCampaignsWords();
  const common = useCommon();
  const sort = useSort(['newest', 'oldest', 'name']);
  const [{ status }, setFilters] = useFilters(['status']);
  const read = usePages(CampaignsDocument, { status, sort: sort.current }, 'campaigns');
  const create = (
    <Button component={Link} to="/campaigns/new" leftSection={<Plus size={16} aria-hidden />}>
      {words.create}
    </Button>
  );
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      <Toolbar>
        <StatusField statuses={STATUSES} value={status} change={(value) => setFilters({ status: value })} />
      </Toolbar>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          sort={sort}
          live={LIVE}
          keyOf={({ id }) => id}
          link={({ id }) => `/campaigns/${id}`}
          columns={[
            { title: common.name, width: '2fr', sort: BY_NAME, cell: ({ name }) => name },
            { title: common.status, cell: (row) => <StatusBadge status={row.status} /> },
            { title: words.list, wide: true, cell: ({ list }) => list?.name ?? '–' },
            {
              title: words.reached,
              end: true,
              cell: ({ progress }) => `${number(progress.accepted)} / ${number(progress.recipients)}`,
            },
            { title: common.created, end: true, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
          ]}
          empty={
            status ? (
              <Empty title={common.noMatch} />
            ) : (
              <Empty title={words.empty} icon={Megaphone} action={create}>
                {words.emptyLead}
              </Empty>
            )
          }
        />
      </Card>
    </Screen>
  );
}
