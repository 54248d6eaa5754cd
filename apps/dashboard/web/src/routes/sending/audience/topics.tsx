import { useDisclosure } from '@mantine/hooks';
import { Tags } from 'lucide-react';
import { usePages } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { AddButton } from '#web/parts/add-button.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { BY_NAME, useSort } from '#web/parts/sort.ts';
import { Empty } from '#web/parts/states.tsx';
import { CreateTopicDocument, DeleteTopicDocument, TopicsDocument } from './audience.generated.ts';
import { Panel } from '#web/parts/panel.tsx';
import { NamedForm } from './named-form.tsx';
import { useAudienceWords } from './words.ts';

export function Topics() {
  const words = useAudienceWords();
  const common = useCommon();
  const [opened, { open, close }] = useDisclosure(false);
  const sort = useSort(['newest', 'oldest', 'name', 'nameReversed']);
  const read = usePages(TopicsDocument, { sort: sort.current }, 'topics');
  const remove = useWrite(DeleteTopicDocument);
  const create = <AddButton onClick={open}>{words.newTopic}</AddButton>;
  return (
    <Panel actions={create}>
      <PagedRows
        label={words.topics}
        read={read}
        sort={sort}
        keyOf={({ id }) => id}
        columns={[
          { title: common.name, width: '2fr', sort: BY_NAME, cell: ({ name }) => <strong>{name}</strong> },
          { title: 'Slug', cell: ({ slug }) => <code>{slug}</code> },
          { title: words.description, width: '2fr', wide: true, cell: ({ description }) => description },
          {
            title: '',
            width: '44px',
            actions: true,
            cell: ({ id, name }) => (
              <RemoveButton what={name} title={words.removeTitle(name)} run={() => remove.run({ name: id })}>
                {words.removeTopic}
              </RemoveButton>
            ),
          },
        ]}
        empty={
          <Empty title={words.noTopics} icon={Tags} action={create}>
            {words.noTopicsLead}
          </Empty>
        }
      />
      <NamedForm
        opened={opened}
        close={close}
        title={words.newTopic}
        document={CreateTopicDocument}
        flag="transactional"
        flagLabel={words.transactional}
      />
    </Panel>
  );
}
