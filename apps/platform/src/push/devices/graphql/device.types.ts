import { ArgsType, Field, ID, ObjectType } from '@nestjs/graphql';
import { BY_TIME, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { shortenToken } from '../device-token.js';
import type { PushDevice } from '../push-device.entity.js';

@ObjectType('PushDevice', { description: 'An app on a telephone, or a browser, that takes push messages.' })
export class DeviceType {
  @Field(() => ID)
  id: string;

  @Field({ description: 'ios, android or web' })
  platform: string;

  @Field({ description: 'Shortened: enough to recognise it.' })
  token: string;

  @Field({ description: 'False once the push service said that the device is gone.' })
  active: boolean;

  @Field()
  createdAt: Date;

  @Field()
  lastSeenAt: Date;

  static of({ id, platform, token, active, createdAt, lastSeenAt }: PushDevice): DeviceType {
    return { id, platform, token: shortenToken(platform, token), active, createdAt, lastSeenAt };
  }
}

@ObjectType('PushDevicePage')
export class DevicePageType {
  @Field(() => [DeviceType])
  devices: DeviceType[];

  @Field(() => String, { description: 'Give it back for the next page; "0" when there is none.' })
  nextCursor: string;

  @Field()
  hasMore: boolean;
}

const devices = pageConnectionOf('PushDevice', DeviceType, {
  max: 200,
  orders: new ListOrders('PushDeviceSort', BY_TIME),
  counted: true,
  position: ({ position }: PushDevice) => position,
});

@ArgsType()
export class DeviceConnectionArgs extends devices.Args {}

@ObjectType('PushDeviceConnection')
export class DeviceConnection extends devices.Connection {}
