/** The router, for every app: reaching it through this library alone is what keeps it one instance. */
export {
  BrowserRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router-dom';
export { Link, type LinkProps } from './chrome/link';
