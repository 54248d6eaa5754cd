import { currentTenantId } from '#libs/auth';
import { knownBy } from '#libs/http';
import { DevicesService } from './devices.service.js';

/** The device of the path, which is 404 unless the tenant has it. */
export const KnownDevice = knownBy(DevicesService, (devices, { id = '' }) => devices.find(currentTenantId(), id));
