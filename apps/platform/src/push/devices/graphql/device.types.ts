import { Field, ID, ObjectType } from '@nestjs/graphql';

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
