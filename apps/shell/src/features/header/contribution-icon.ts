export { ContributionIcon as default } from '@homie/widgets';
