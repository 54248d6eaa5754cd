import { useDisclosure } from '@mantine/hooks';
import { List } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { AddButton } from '#web/parts/add-button.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { BY_TIME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { ContactListsDocument, DeleteContactListDocument, SaveContactListDocument } from './audience.generated.ts';
import { Panel } from '#web/parts/panel.tsx';
import { NamedForm } from './named-form.tsx';
import { useAudienceWords } from './words.ts';

export function Lists() {
  const words = useAudienceWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const sort = useSort(['newest', 'oldest']);
  const read = usePages(ContactListsDocument, { sort: sort.current }, 'contactLists');
  const remove = useWrite(DeleteContactListDocument);
  const create = <AddButton onClick={open}>{words.newList}</AddButton>;
  return (
    <Panel actions={create}>
      <PagedRows
        label={words.lists}
        read={read}
        sort={sort}
        keyOf={({ id }) => id}
        link={({ id }) => `/audience/lists/${id}`}
        columns={[
          { title: common.name, width: '2fr', cell: ({ name }) => name },
          { title: words.description, width: '2fr', wide: true, cell: ({ description }) => description },
          { title: words.members, end: true, cell: ({ memberCount }) => number(memberCount) },
          { title: words.pending, end: true, wide: true, cell: ({ pendingCount }) => number(pendingCount) },
          {
            title: common.created,
            end: true,
            wide: true,
            sort: BY_TIME,
            cell: ({ createdAt }) => <When at={createdAt} />,
          },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ id, name }) => (
              <RemoveButton what={name} title={words.removeTitle(name)} run={() => remove.run({ id })}>
                {words.removeList}
              </RemoveButton>
            ),
          },
        ]}
        empty={
          <Empty title={words.noLists} icon={List} action={create}>
            {words.noListsLead}
          </Empty>
        }
      />
      <NamedForm
        opened={opened}
        close={close}
        title={words.newList}
        document={SaveContactListDocument}
        flag="doubleOptIn"
        flagLabel={words.doubleOptIn}
      />
    </Panel>
  );
}
