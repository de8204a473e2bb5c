/** The router, for every app: imported only through this library, so that there is one instance. */
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
