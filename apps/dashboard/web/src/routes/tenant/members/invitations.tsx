import { Button } from '@mantine/core';
import { Mail } from 'lucide-react';
import type { Read } from '#web/graphql/use-read.ts';
import { useWrite } from '#web/graphql/use-write.ts';
import { useCommon } from '#web/i18n/common.ts';
import { StatusBadge } from '#web/parts/badge.tsx';
import { Result } from '#web/parts/result.tsx';
import { Rows } from '#web/parts/rows.tsx';
import { Card } from '#web/parts/screen.tsx';
import { Empty } from '#web/parts/states.tsx';
import { When } from '#web/parts/when.tsx';
import { RevokeInvitationDocument, type TenantQuery } from './members.generated.ts';
import { useMembersWords } from './words.ts';

/** Who was invited and has not come yet. */
export function Invitations({ read, tenantId }: { read: Read<TenantQuery>; tenantId: string }) {
  const words = useMembersWords();
  const common = useCommon();
  const revoke = useWrite(RevokeInvitationDocument);
  return (
    <Card title={words.invitations} flush>
      <Result read={read} field="tenantInvitations" rows={2}>
        {(invitations) =>
          invitations.length === 0 ? (
            <Empty title={words.noInvitations} icon={Mail} />
          ) : (
            <Rows
              label={words.invitations}
              rows={invitations}
              keyOf={({ id }) => id}
              columns={[
                { title: common.email, width: '2fr', cell: ({ email }) => <strong>{email}</strong> },
                { title: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
                { title: words.expires, cell: ({ expiresAt }) => <When at={expiresAt} /> },
                {
                  title: '',
                  width: '110px',
                  actions: true,
                  cell: ({ id, status }) =>
                    status === 'pending' && (
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="bad"
                        onClick={() => void revoke.run({ tenantId, id })}
                      >
                        {words.revoke}
                      </Button>
                    ),
                },
              ]}
            />
          )
        }
      </Result>
    </Card>
  );
}
