import type { WebVital } from '@homie/composition';
import { onCLS, onINP, onLCP, type Metric } from 'web-vitals';

const METRICS = { LCP: 'lcp', INP: 'inp', CLS: 'cls' } as const;
const RATINGS = { good: 'good', 'needs-improvement': 'fair', poor: 'poor' } as const;

/**
 * Reports the Web Vitals of this page, each as soon as it is final: usually when the page is hidden.
 * @param report receives the metric with its rating, and its value in whole milliseconds; 0 for one without a duration
 */
export function observeWebVitals(report: (vital: WebVital, milliseconds: number) => void): void {
  function handle({ name, rating, value }: Metric) {
    if (name !== 'LCP' && name !== 'INP' && name !== 'CLS') return;
    report(`${METRICS[name]}-${RATINGS[rating]}`, name === 'CLS' ? 0 : Math.round(value));
  }
  for (const observe of [onLCP, onINP, onCLS]) observe(handle);
}
