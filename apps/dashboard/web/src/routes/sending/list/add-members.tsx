import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { SearchField } from '#web/parts/filter-fields.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Empty } from '#web/parts/states.tsx';
import { notify } from '#web/shell/notify.ts';
import { useAudienceWords } from '../audience/words.ts';
import { AddListMembersDocument, ContactsToAddDocument } from './list.generated.ts';

interface AddMembersProps {
  id: string;
  opened: boolean;
  close(): void;
}

/** Puts contacts on a list, one at a time, found by a part of their name or address. */
export function AddMembers({ id, opened, close }: AddMembersProps) {
  const words = useAudienceWords();
  return (
    <Modal opened={opened} onClose={close} title={words.addMembers} size="lg">
      {opened && <Found id={id} />}
    </Modal>
  );
}

function Found({ id }: { id: string }) {
  const words = useAudienceWords();
  const common = useCommon();
  const [q, setQ] = useState('');
  const read = useRead(ContactsToAddDocument, { q: q || undefined });
  const add = useWrite(AddListMembersDocument);
  const put = async (contactId: string) => {
    const answer = (await add.run({ id, input: { contactIds: [contactId] } }))?.addContactListMembers;
    if (!answer) return;
    const message = answer.asked > 0 ? words.asked : answer.added > 0 ? words.added : words.wasThere;
    void notify({ message, role: 'status' });
  };
  return (
    <>
      <SearchField label={common.search} value={q} change={setQ} />
      <Result read={read} field="contacts">
        {({ edges }) =>
          edges.length === 0 ? (
            <Empty title={q ? common.noMatch : words.noContacts} />
          ) : (
            <Rows
              label={words.contacts}
              rows={edges.map(({ node }) => node)}
              keyOf={(contact) => contact.id}
              columns={[
                { title: common.email, width: '2fr', cell: ({ email, phone }) => <strong>{email ?? phone}</strong> },
                { title: common.name, cell: ({ name }) => name },
                {
                  title: '',
                  width: '110px',
                  actions: true,
                  cell: (contact) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${common.add}: ${contact.email ?? contact.phone}`}
                      onClick={() => void put(contact.id)}
                    >
                      {common.add}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Result>
    </>
  );
}
