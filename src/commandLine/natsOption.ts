/** The option --nats: a NATS server, over which workers compute or agents live. */

/** Help of the option's argument. */
export const NATS_HELP =
  'a NATS server, such as nats://user:password@host:4222; without a URL that of FEDSA_NATS';

/** The URL that it gives; `undefined` where the environment has it. */
export const natsUrl = (given: string | true | undefined): string | undefined =>
  given === true ? undefined : given;
