import NewTenant from '#web/shell/new-tenant.tsx';

export default function New() {
  return <NewTenant another />;
}
