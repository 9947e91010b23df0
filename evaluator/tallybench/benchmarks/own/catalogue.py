"""What pages say of a benchmark of the user's own, made as of any other."""

from tallybench.benchmarks.catalogue import Catalogue, Source, make_catalogue
from tallybench.benchmarks.own.folder import OwnBenchmark


def own_catalogue(own: OwnBenchmark) -> Catalogue:
    """Return the catalogue of a benchmark of the user's own.

    Raises:
        InputError: something in it cannot stand on a page.
    """
    said = own.manifest
    source = Source(title=said.title, authors=said.authors, url=said.url, licence=said.licence, files={})
    return make_catalogue(own.benchmark, source)
