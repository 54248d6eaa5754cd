export { PlanQuotaClient, type PlanQuotaClientOptions, type Quota } from './plan-quota-client.js';
