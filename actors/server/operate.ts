/** RxJS operators that emit as often as they like, and when they like, for each value. */
import { type MonoTypeOperatorFunction, Observable, type OperatorFunction, type Subscriber } from 'rxjs';

/**
 * Makes an operator; errors and completion pass through.
 *
 * @param start - is called at subscription, and returns what is done about each value. What it adds to the subscriber
 *   ends with the subscription
 */
export const operate =
  <In, Out = In>(start: (subscriber: Subscriber<Out>) => (value: In) => void): OperatorFunction<In, Out> =>
  (source) =>
    new Observable((subscriber) => {
      const receive = start(subscriber);
      return source.subscribe({
        next: (value) => {
          try {
            receive(value);
          } catch (thrown) {
            subscriber.error(thrown);
          }
        },
        error: (thrown: unknown) => {
          subscriber.error(thrown);
        },
        complete: () => {
          subscriber.complete();
        },
      });
    });

/** Emits each value, and acts on it when it has left. */
export const emitThen = <T>(act: (value: T) => void): MonoTypeOperatorFunction<T> =>
  operate((subscriber) => (value) => {
    subscriber.next(value);
    act(value);
  });
