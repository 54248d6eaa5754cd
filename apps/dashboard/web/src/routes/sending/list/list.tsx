import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Megaphone, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePages, useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { AddButton } from '#web/parts/add-button.tsx';
import { Facts } from '#web/parts/facts.tsx';
import { SearchField, StatusField } from '#web/parts/filter-fields.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { Result } from '#web/parts/result.tsx';
import { Card, Screen, Toolbar } from '#web/parts/screen.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useFilters } from '#web/routes/filters.ts';
import { useIdOfAddress } from '#web/routes/param.ts';
import { useAudienceWords } from '../audience/words.ts';
import { AddMembers } from './add-members.tsx';
import { AudienceListDocument, ListMembersDocument, RemoveListMembersDocument } from './list.generated.ts';

/** A list that campaigns go to, and who is on it. */
export default function List() {
  const words = useAudienceWords();
  const common = useCommon();
  const id = useIdOfAddress();
  const [opened, { open, close }] = useDisclosure(false);
  const read = useRead(AudienceListDocument, { id });
  const add = <AddButton onClick={open}>{words.addMembers}</AddButton>;
  return (
    <Screen
      title={read.data?.contactList?.name ?? id}
      back={{ to: '/audience', search: { tab: 'lists' }, label: words.lists }}
      actions={
        <>
          {add}
          <Button
            component={Link}
            to="/campaigns/new"
            variant="default"
            leftSection={<Megaphone size={16} aria-hidden />}
          >
            {words.newCampaign}
          </Button>
        </>
      }
    >
      <Card>
        <Result read={read} field="contactList" rows={3}>
          {({ slug, description, memberCount, pendingCount, doubleOptIn }) => (
            <Facts
              of={[
                [words.members, number(memberCount)],
                [words.pending, pendingCount > 0 && number(pendingCount)],
                [words.doubleOptIn, doubleOptIn ? common.yes : common.no],
                [words.description, description],
                ['Slug', <code key="slug">{slug}</code>],
              ]}
            />
          )}
        </Result>
      </Card>
      <Members id={id} add={add} />
      <AddMembers id={id} opened={opened} close={close} />
    </Screen>
  );
}

function Members({ id, add }: { id: string; add: ReactNode }) {
  const words = useAudienceWords();
  const common = useCommon();
  const [{ q, status }, setFilters] = useFilters(['q', 'status']);
  const sort = useSort(['newest', 'oldest']);
  const read = usePages(ListMembersDocument, { id, q, status, sort: sort.current }, 'contactListMembers');
  const remove = useWrite(RemoveListMembersDocument);
  return (
    <>
      <Toolbar>
        <SearchField label={common.search} value={q} change={(value) => setFilters({ q: value })} />
        <StatusField
          statuses={['confirmed', 'pending']}
          value={status}
          change={(value) => setFilters({ status: value })}
        />
      </Toolbar>
      <Card title={words.members} flush>
        <PagedRows
          label={words.members}
          read={read}
          sort={sort}
          keyOf={(contact) => contact.id}
          link={(contact) => `/audience/contacts/${contact.id}`}
          columns={[
            { title: common.email, width: '2fr', cell: ({ email, phone }) => email ?? phone },
            { title: common.name, width: '2fr', cell: ({ name }) => name },
            { title: common.created, end: true, sort: BY_TIME, cell: ({ createdAt }) => <When at={createdAt} /> },
            {
              title: '',
              width: '44px',
              actions: true,
              cell: (contact) => {
                const what = contact.email ?? contact.phone ?? contact.id;
                return (
                  <RemoveButton
                    what={what}
                    title={words.leaveTitle(what)}
                    run={() => remove.run({ id, input: { contactIds: [contact.id] } })}
                  >
                    {words.leaveText}
                  </RemoveButton>
                );
              },
            },
          ]}
          empty={
            q || status ? (
              <Empty title={common.noMatch} />
            ) : (
              <Empty title={words.noMembers} icon={Users} action={add}>
                {words.noMembersLead}
              </Empty>
            )
          }
        />
      </Card>
    </>
  );
}
