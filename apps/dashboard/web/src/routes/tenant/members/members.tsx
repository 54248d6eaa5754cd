import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { Plus } from 'lucide-react';
import { usePages, useRead } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { FormDialog } from '#web/parts/dialogs.tsx';
import { RemoveButton } from '#web/parts/remove-button.tsx';
import { PagedRows } from '#web/parts/paged-rows.tsx';
import { Card, Screen } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { useSession } from '#web/shell/session.ts';
import { Invitations } from './invitations.tsx';
import {
  InviteMemberDocument,
  MembersDocument,
  RemoveMemberDocument,
  SetMemberRoleDocument,
  TenantDocument,
} from './members.generated.ts';
import { Settings } from './settings.tsx';
import { useMembersWords } from './words.ts';

const ROLES = ['owner', 'admin', 'member'] as const;

export default function Members() {
  const words = useMembersWords();
  const common = useCommon();
  const { me, tenant, admin } = useSession();
  const [opened, { open, close }] = useDisclosure(false);
  const tenantId = tenant.id;
  const read = useRead(TenantDocument, { tenantId });
  const members = usePages(MembersDocument, { tenantId }, 'tenantMembers');
  const setRole = useWrite(SetMemberRoleDocument, common.saved);
  const remove = useWrite(RemoveMemberDocument);
  const names: Readonly<Record<string, string>> = { owner: words.owner, admin: words.admin, member: words.member };
  return (
    <Screen
      title={words.title}
      actions={
        admin && (
          <Button onClick={open} leftSection={<Plus size={16} aria-hidden />}>
            {words.invite}
          </Button>
        )
      }
    >
      <Card title={words.members} flush>
        <PagedRows
          label={words.members}
          read={members}
          keyOf={({ userId }) => userId}
          columns={[
            {
              title: common.name,
              width: '2fr',
              cell: ({ userId, name, email }) => (
                <strong>
                  {name || email}
                  {userId === me.userId && ` (${words.you})`}
                </strong>
              ),
            },
            { title: common.email, width: '2fr', cell: ({ email }) => email },
            {
              title: words.role,
              width: '170px',
              cell: ({ userId, role, email }) =>
                admin && userId !== me.userId ? (
                  <NativeSelect
                    aria-label={`${words.role}: ${email}`}
                    size="xs"
                    value={role}
                    data={ROLES.filter((value) => value !== 'owner' || tenant.role === 'owner' || role === 'owner').map(
                      (value) => ({ value, label: words[value] }),
                    )}
                    onChange={(event) =>
                      void setRole.run({ tenantId, userId, input: { role: event.currentTarget.value } })
                    }
                  />
                ) : (
                  (names[role] ?? role)
                ),
            },
            { title: words.joined, wide: true, end: true, cell: ({ joinedAt }) => <When at={joinedAt} /> },
            {
              title: '',
              width: '44px',
              actions: true,
              cell: ({ userId, email }) =>
                (admin || userId === me.userId) && (
                  <RemoveButton
                    what={email}
                    title={words.removeTitle(email)}
                    run={() => remove.run({ tenantId, userId })}
                  >
                    {words.removeText}
                  </RemoveButton>
                ),
            },
          ]}
          empty={<Empty title={common.emptyList} />}
        />
      </Card>
      {admin && <Invitations read={read} tenantId={tenantId} />}
      <Settings read={read} tenantId={tenantId} />
      <Invite opened={opened} close={close} tenantId={tenantId} />
    </Screen>
  );
}

function Invite({ opened, close, tenantId }: { opened: boolean; close: () => void; tenantId: string }) {
  const words = useMembersWords();
  const common = useCommon();
  const { tenant } = useSession();
  const form = useForm({
    initialValues: { email: '', role: 'member' },
    validate: { email: (value) => (value.trim() ? null : words.need) },
  });
  const invite = useWrite(InviteMemberDocument, words.invited, form);
  const submit = form.onSubmit(async (input) => {
    if (!(await invite.run({ tenantId, input }))) return;
    form.reset();
    close();
  });
  return (
    <FormDialog
      opened={opened}
      close={close}
      title={words.invite}
      submit={words.invite}
      running={invite.running}
      onSubmit={submit}
    >
      <TextInput label={common.email} type="email" data-autofocus {...form.getInputProps('email')} />
      <NativeSelect
        label={words.role}
        data={ROLES.filter((value) => value !== 'owner' || tenant.role === 'owner').map((value) => ({
          value,
          label: words[value],
        }))}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  );
}
