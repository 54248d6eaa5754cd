export { DirectRoutes, type DirectHandler } from './direct-routes.js';
export { fastHttp } from './fast-http.js';
