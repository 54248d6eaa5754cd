/** Types, connections and loaders of GraphQL over the classes of REST. */

export { connectionArgs, connectionOf, pageConnectionOf } from './connection.js';
export { BY_POSITION, BY_TIME, byDate, byTime, byText, inBothDirections, ListOrders, POSITION } from './list-orders.js';
export { GraphqlInput, GraphqlObject } from './dto-types.js';
export { IdArgument, knownArgument } from './known-argument.js';
export { inOrderOf, KeyList } from './many-keys.js';
export { selects } from './selection.js';
export { DateTime, JsonObject, JsonValue, WholeNumber } from './scalars.js';
export { TenantLoader } from './tenant-loader.js';
export { TenantPagesLoader } from './tenant-pages-loader.js';
