/**
 * Stands in for @upstash/core-analytics in the bundle: the limiter is made without analytics, and makes none.
 */
export class Analytics {
  constructor() {
    throw new Error("The limiter keeps no analytics here");
  }
}
