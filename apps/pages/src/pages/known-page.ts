import { currentTenantId } from '#libs/core/auth';
import { knownBy } from '#libs/core/http';
import { PagesService } from './pages.service.js';

/** 404 for a page that the tenant does not have, before query and body are validated. */
export const KnownPage = knownBy(PagesService, (pages, { id = '' }) => pages.find(currentTenantId(), id));
