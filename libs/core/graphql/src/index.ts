/** Types, connections and loaders of GraphQL over the classes of REST. */

export { connectionArgs, connectionOf, type Connection } from './connection.js';
export { GraphqlInput, GraphqlObject } from './dto-types.js';
export { pageConnectionArgs, pageConnectionOf, type PageConnection } from './page-connection.js';
export { IdArgument, knownArgument } from './known-argument.js';
export { selects } from './selection.js';
export { DateTime, JsonObject } from './scalars.js';
export { TenantLoader } from './tenant-loader.js';
export { TenantPagesLoader } from './tenant-pages-loader.js';
