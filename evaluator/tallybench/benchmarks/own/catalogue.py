"""What pages say about a user's own benchmark, made as for any other."""

from tallybench.benchmarks.catalogue import Catalogue, Source, make_catalogue
from tallybench.benchmarks.own.folder import OwnBenchmark


def own_catalogue(own: OwnBenchmark) -> Catalogue:
    """Return the catalogue of a user's own benchmark.

    Raises:
        InputError: something in it may not be shown on a page.
    """
    said = own.manifest
    source = Source(title=said.title, authors=said.authors, url=said.url, licence=said.licence, files={})
    return make_catalogue(own.benchmark, source)
