import { Link } from '@tanstack/react-router';

/** The id of an account, which leads to what the console has of it. */
export const TenantLink = ({ id }: { id: string }) => (
  <Link to={`/console/tenants/${id}`} preload={false}>
    <code>{id}</code>
  </Link>
);
