import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // The mail that verifies the address states from where the account was made.
  `alter table user_account add column registered_ip text`,
  // After a reset of the password the user logs in with this address beside the primary one.
  `alter table email_address add column logs_in boolean not null default false`,
  `alter table link_token drop constraint link_token__purpose__ck`,
  `alter table link_token add constraint link_token__purpose__ck
     check (purpose in ('verification', 'password-reset', 'address-change'))`,
  // The owner of an address takes back what was set before them: keys and invitations of every tenant of the account.
  `grant update (revoked_at) on api_key to identity_system`,
  `create policy system_update on invitation for update to identity_system using (true) with check (true)`,
  `grant update (revoked_at) on invitation to identity_system`,
];

const DOWN = [
  `revoke update (revoked_at) on invitation from identity_system`,
  `drop policy system_update on invitation`,
  `revoke update (revoked_at) on api_key from identity_system`,
  `delete from link_token where purpose = 'address-change'`,
  `alter table link_token drop constraint link_token__purpose__ck`,
  `alter table link_token add constraint link_token__purpose__ck
     check (purpose in ('verification', 'password-reset'))`,
  `alter table email_address drop column logs_in`,
  `alter table user_account drop column registered_ip`,
];

/** The proof of an address removes what was set before it; a change of the login can be undone. */
export class AddressOwnership1797000001001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
