import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LayoutTemplate, Plus } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { BY_NAME, BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { TemplatesDocument } from './templates.generated.ts';
import { useTemplatesWords } from './words.ts';

export default function Templates() {
  const words = useTemplatesWords();
  const common = useCommon();
  const sort = useSort(['newest', 'oldest', 'name']);
  const read = usePages(TemplatesDocument, { sort: sort.current }, 'templates');
  const channels: Readonly<Record<string, string>> = { email: words.email, sms: words.sms, push: words.push };
  const create = (
    <Button component={Link} to="/templates/new" leftSection={<Plus size={16} aria-hidden />}>
      {words.create}
    </Button>
  );
  return (
    <Screen title={words.title} lead={words.lead} actions={create}>
      <Card flush>
        <PagedRows
          label={words.title}
          read={read}
          sort={sort}
          keyOf={({ id }) => id}
          link={({ id }) => `/templates/${id}`}
          columns={[
            { title: common.name, width: '2fr', sort: BY_NAME, cell: ({ name }) => name },
            { title: words.channel, cell: ({ channel }) => channels[channel] ?? channel },
            { title: words.subject, width: '3fr', wide: true, cell: ({ subject }) => subject },
            { title: words.changed, end: true, wide: true, cell: ({ updatedAt }) => <When at={updatedAt} /> },
            { title: common.created, end: true, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
          ]}
          empty={
            <Empty title={words.empty} icon={LayoutTemplate} action={create}>
              {words.emptyLead}
            </Empty>
          }
        />
      </Card>
    </Screen>
  );
}
